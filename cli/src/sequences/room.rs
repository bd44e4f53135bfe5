//! Whether values have room in memory and on the disk: asked before the work, not found out after it.

use std::path::Path;

use bouton::Error;
use bouton::natural::Natural;

/// Bytes of memory for a value while it is computed: most values take one byte, and lists that grow
/// are copied.
const MEMORY: u64 = 2;

/// The number of values up to a heap, if they have room in memory and in a budget of it.
pub fn in_memory(to: &Natural, budget: u64) -> Result<usize, Error> {
    let available = available_memory().unwrap_or(u64::MAX / 4).min(budget);
    let length = to.to_u64().and_then(|to| to.checked_add(1));
    match length.filter(|length| length.checked_mul(MEMORY).is_some_and(|bytes| bytes <= available))
    {
        Some(length) => usize::try_from(length).map_err(|_| too_long(to, available)),
        None => Err(too_long(to, available)),
    }
}

fn too_long(to: &Natural, available: u64) -> Error {
    Error::input(format!(
        "the values up to heap {} take about {} of memory, and {} is available: ask for fewer",
        shown(to),
        bytes(about(to) * MEMORY as f64),
        bytes(available as f64)
    ))
}

/// Refuses to begin a file that the disk has no room for: a full disk, seen before the work instead of after it.
pub fn on_disk(path: &Path, needed: u128) -> Result<(), Error> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match free_disk(folder.unwrap_or(Path::new("."))) {
        Some(free) if u128::from(free) < needed => Err(Error::Stopped(format!(
            "the disk is too full: {} would take about {}, and {} is free: ask for fewer values or name another disk",
            path.display(),
            bytes(needed as f64),
            bytes(free as f64)
        ))),
        _ => Ok(()),
    }
}

/// A number that may be very long, for a sentence.
fn shown(number: &Natural) -> String {
    let text = number.to_string();
    if text.len() <= 15 { text } else { format!("{:.3e}", about(number)) }
}

fn about(number: &Natural) -> f64 {
    number.to_string().parse().unwrap_or(f64::INFINITY)
}

/// A number of bytes, for a sentence.
fn bytes(number: f64) -> String {
    match number {
        number if number >= 1e18 => format!("{number:.1e} bytes"),
        number if number >= 1e12 => format!("{:.1} TB", number / 1e12),
        number if number >= 1e9 => format!("{:.1} GB", number / 1e9),
        number if number >= 1e6 => format!("{:.1} MB", number / 1e6),
        number => format!("{:.1} kB", number / 1e3),
    }
}

/// Memory that can be had without pushing others out, where the system tells.
fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(unix)]
fn free_disk(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    disk.f_bavail.checked_mul(disk.f_frsize)
}

#[cfg(not(unix))]
fn free_disk(_folder: &Path) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absurd_lengths_are_refused_with_an_estimate() {
        assert_eq!(in_memory(&Natural::from(200u64), u64::MAX), Ok(201));
        for (to, estimate) in
            [("10^30", "2.0e30 bytes"), ("10^16", "20000.0 TB"), ("2^64", "e19 bytes")]
        {
            let message = in_memory(&to.parse().unwrap(), u64::MAX).unwrap_err().to_string();
            assert!(message.contains(estimate), "{message}");
        }
        assert!(on_disk(Path::new("values.bin"), 1).is_ok());
        if free_disk(Path::new(".")).is_some() {
            assert!(on_disk(Path::new("values.bin"), 1 << 100).is_err());
        }
    }
}
