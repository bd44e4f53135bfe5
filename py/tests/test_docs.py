"""What stands in the documentation is true."""

import doctest
from pathlib import Path

import bouton
import bouton._rules
import bouton.nimber
import pytest

PAGE = Path(__file__).parents[2] / "docs" / "python.md"


def test_the_page_of_the_documentation_is_true():
    result = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted > 30 and result.failed == 0


@pytest.mark.parametrize("module", [bouton, bouton.nimber, bouton._rules], ids=lambda module: module.__name__)
def test_examples_in_docstrings_are_true(module):
    result = doctest.testmod(module)
    assert result.failed == 0


def test_everything_that_is_offered_is_described():
    for name in bouton.__all__:
        offered = getattr(bouton, name)
        assert (offered.__doc__ or "").strip(), name
        if isinstance(offered, type):
            for method, value in vars(offered).items():
                public = not method.startswith("_") and (callable(value) or isinstance(value, property))
                assert not public or (value.__doc__ or "").strip(), f"{name}.{method}"


def test_the_types_name_what_there_is():
    import ast

    import bouton._bouton as native

    typed = ast.parse((Path(bouton.__file__).parent / "_bouton.pyi").read_text(encoding="utf-8"))
    defined = [node for node in typed.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))]
    assert {node.name for node in defined} == {name for name in vars(native) if not name.startswith("__")}
    for node in defined:
        if isinstance(node, ast.ClassDef):
            own = {method.name for method in node.body if isinstance(method, ast.FunctionDef)}
            there = {name for name in vars(getattr(native, node.name)) if not name.startswith("__")}
            assert {name for name in own if not name.startswith("__")} == there, node.name
