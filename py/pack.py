"""Packs a module that is already compiled into a wheel: for the tests, which compile everything together and once.

    python pack.py MODULE VERSION FOLDER

Wheels to hand out are built by maturin (`cargo xtask py`).
"""

from __future__ import annotations

import base64
import hashlib
import sys
import sysconfig
import zipfile
from pathlib import Path


def main(module: Path, version: str, folder: Path) -> Path:
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    tag = f"cp39-abi3-{platform}"
    suffix = ".pyd" if sys.platform == "win32" else ".abi3.so"
    about = f"bouton-{version}.dist-info"
    own = Path(__file__).parent / "python"
    files = {str(path.relative_to(own)): path.read_bytes() for path in own.glob("bouton/*") if path.is_file()}
    files[f"bouton/_bouton{suffix}"] = module.read_bytes()
    files[f"{about}/METADATA"] = f"Metadata-Version: 2.1\nName: bouton\nVersion: {version}\n".encode()
    files[f"{about}/WHEEL"] = f"Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    record = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
        record.append(f"{name},sha256={digest},{len(content)}")
    files[f"{about}/RECORD"] = "\n".join([*record, f"{about}/RECORD,,", ""]).encode()
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"bouton-{version}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return wheel


if __name__ == "__main__":
    print(main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])))
