//! Value files: what is written is read, and what is broken is named.

use std::io::{Cursor, Error, ErrorKind, Result, Seek, SeekFrom, Write};

use super::*;
use crate::Values;

const RULES: &str = "octal(0.77)";

fn some_values(count: usize, most: u32) -> Values {
    let mut state = 1u32;
    let next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % most
    };
    std::iter::repeat_with(next).take(count).collect()
}

fn written(values: &Values, width: usize) -> Vec<u8> {
    let mut writer = Writer::create(Cursor::new(Vec::new()), RULES, width).unwrap();
    writer.append(values, values.len()).unwrap();
    writer.settle(&mut |_| Ok(())).unwrap();
    writer.into_inner().into_inner()
}

fn prefix(values: &Values, count: usize) -> Values {
    values.iter_from(0).take(count).collect()
}

#[test]
fn what_is_written_is_read_in_every_width() {
    for (most, width) in [(250, 1), (60_000, 2), (9_000_000, 4), (250, 2), (250, 4)] {
        for count in [0, 1, 1000, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 7] {
            let values = some_values(count, most);
            let bytes = written(&values, width);
            assert_eq!(bytes.len() as u128, size(RULES, width, count as u64));
            let file = ValueFile::open(&bytes).unwrap();
            assert_eq!((file.rules(), file.len(), file.width()), (RULES, count, width));
            assert_eq!(file.missing(), 0);
            file.verify().unwrap();
            assert!(file.iter_from(0).eq(values.iter_from(0)), "{count} values of {width} bytes");
            assert_eq!(file.get(count), None);
        }
    }
}

#[test]
fn appending_in_steps_and_resuming_make_the_same_file() {
    let values = some_values(2 * BLOCK + 999, 250);
    let whole = written(&values, 1);
    let mut bytes = written(&prefix(&values, 10), 1);
    for count in [11, 500, BLOCK - 1, BLOCK, BLOCK + 5, 2 * BLOCK, values.len()] {
        let file = ValueFile::open(bytes.clone()).unwrap();
        let mut writer = Writer::resume(Cursor::new(bytes), &file).unwrap();
        writer.append(&values, count).unwrap();
        writer.settle(&mut |_| Ok(())).unwrap();
        bytes = writer.into_inner().into_inner();
        let file = ValueFile::open(&bytes).unwrap();
        file.verify().unwrap();
        assert!(file.iter_from(0).eq(values.iter_from(0).take(count)), "{count}");
    }
    // All but the serial numbers of the notes is the same.
    let blocks = ValueFile::open(&whole).unwrap().layout.blocks_at();
    assert!(bytes[blocks..] == whole[blocks..]);
}

/// Keeps all that was ever written, in order, so that a kill after any byte can be replayed.
#[derive(Default)]
struct Tape {
    place: u64,
    writes: Vec<(u64, Vec<u8>)>,
}

impl Write for Tape {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.writes.push((self.place, bytes.to_vec()));
        self.place += bytes.len() as u64;
        Ok(bytes.len())
    }
    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

impl Seek for Tape {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        let SeekFrom::Start(place) = to else { return Err(Error::other("from the start only")) };
        self.place = place;
        Ok(place)
    }
}

#[test]
fn a_run_killed_at_any_byte_leaves_a_file_that_goes_on_rightly() {
    let values = some_values(2 * BLOCK + 40, 250);
    let steps = [100, BLOCK - 20, BLOCK + 20, 2 * BLOCK + 10, values.len()];
    let mut writer = Writer::create(Tape::default(), RULES, 1).unwrap();
    for count in steps {
        writer.append(&values, count).unwrap();
        writer.settle(&mut |_| Ok(())).unwrap();
    }
    let tape = writer.into_inner().writes;
    let mut disk = Cursor::new(Vec::new());
    let (mut settled, mut kills) = (0, 0);
    for (index, (place, bytes)) in tape.iter().enumerate() {
        // A long write is cut at some places, a short one at all.
        let cuts = (0..=bytes.len()).filter(|cut| bytes.len() < 100 || cut % 9973 == 0);
        for cut in cuts.filter(|_| index > 0) {
            let mut killed = disk.clone();
            killed.set_position(*place);
            killed.write_all(&bytes[..cut]).unwrap();
            let killed = killed.into_inner();
            let file = ValueFile::open(&killed).unwrap();
            // A torn note is told; what the other one promises is there, and going on mends it.
            assert_eq!(file.verify().is_err(), file.is_note_damaged());
            assert!(file.len() >= settled, "after write {index}, byte {cut}");
            assert!(file.iter_from(0).eq(values.iter_from(0).take(file.len())));
            kills += 1;
            let mut writer = Writer::resume(Cursor::new(killed.clone()), &file).unwrap();
            writer.append(&values, usize::MAX).unwrap();
            writer.settle(&mut |_| Ok(())).unwrap();
            let whole = writer.into_inner().into_inner();
            let whole = ValueFile::open(&whole).unwrap();
            whole.verify().unwrap();
            assert!(whole.iter_from(0).eq(values.iter_from(0)));
        }
        disk.set_position(*place);
        disk.write_all(bytes).unwrap();
        if bytes.len() == NOTE {
            settled = ValueFile::open(disk.get_ref()).unwrap().len();
        }
    }
    assert_eq!(settled, values.len());
    assert!(kills > 100, "only {kills} kills were tried");
}

#[test]
fn every_flipped_byte_is_noticed_and_its_block_named() {
    let values = some_values(BLOCK + 300, 250);
    let bytes = written(&values, 1);
    let blocks = ValueFile::open(&bytes).unwrap().layout.blocks_at();
    for at in (0..blocks).chain([blocks, blocks + 70, blocks + BLOCK - 1]) {
        let mut broken = bytes.clone();
        broken[at] ^= 0x10;
        match ValueFile::open(&broken) {
            Err(_) => assert!(at < blocks),
            // A broken note means that the other one counts: less is promised, and that is told.
            Ok(file) if at < blocks => {
                assert!(at >= blocks - 2 * NOTE);
                assert!(file.verify().unwrap_err().to_string().contains("damaged"));
            }
            Ok(file) => {
                let message = file.verify().unwrap_err().to_string();
                let named = "block 0, heaps 0 to 65535, does not match its checksum";
                assert_eq!(message, named, "byte {at}");
            }
        }
    }
    for at in [blocks + BLOCK + 3, blocks + BLOCK + 4, bytes.len() - 1] {
        let mut broken = bytes.clone();
        broken[at] ^= 1;
        let message = ValueFile::open(&broken).unwrap().verify().unwrap_err().to_string();
        let block =
            if at < blocks + BLOCK + 4 { "block 0" } else { "block 1, heaps 65536 to 65835" };
        assert!(message.starts_with(block), "{message}");
    }
    let mut swapped = written(&some_values(2 * BLOCK, 250), 1);
    let (first, second) = swapped[blocks..].split_at_mut(BLOCK + 4);
    first.swap_with_slice(second);
    let file = ValueFile::open(&swapped).unwrap();
    assert_eq!(file.damage().count(), 2);
    assert!(file.verify().unwrap_err().to_string().contains("one more block"));
}

#[test]
fn a_file_that_was_cut_keeps_its_whole_blocks_and_says_so() {
    let values = some_values(2 * BLOCK + 300, 250);
    let bytes = written(&values, 1);
    let blocks = ValueFile::open(&bytes).unwrap().layout.blocks_at();
    for (cut, kept) in [
        (bytes.len() - 1, 2 * BLOCK),
        (blocks + 2 * (BLOCK + 4), 2 * BLOCK),
        (blocks + 2 * (BLOCK + 4) - 1, BLOCK),
        (blocks + BLOCK + 3, 0),
        (blocks, 0),
    ] {
        let file = ValueFile::open(&bytes[..cut]).unwrap();
        assert_eq!(file.len(), kept, "cut at {cut}");
        assert_eq!(file.missing(), (values.len() - kept) as u64);
        assert!(file.verify().unwrap_err().to_string().contains("its end was cut off"));
        assert!(file.iter_from(0).eq(values.iter_from(0).take(kept)));
    }
    for cut in 0..blocks {
        let message = ValueFile::open(&bytes[..cut]).err().unwrap().to_string();
        let reason = if cut == 0 { "it is empty" } else { "ends within its header" };
        assert!(message.contains(reason), "{cut}: {message}");
    }
}

#[test]
fn foreign_files_and_versions_are_told_apart() {
    for foreign in [&b"0 1 2 3 1 4 3 2"[..], b"\x89PNG\r\n\x1a\n12345678901234567890", b"\0\0\0"] {
        let message = ValueFile::open(foreign).err().unwrap().to_string();
        assert!(message.contains("is not a value file"), "{message}");
    }
    let mut newer = written(&some_values(10, 9), 1);
    newer[8] = 2;
    let end = 24 + RULES.len();
    let checksum = crc32fast::hash(&newer[..end]).to_le_bytes();
    newer[end..end + 4].copy_from_slice(&checksum);
    assert!(ValueFile::open(&newer).err().unwrap().to_string().contains("format version 2"));
}

/// A disk with room for so many bytes.
struct Small(Cursor<Vec<u8>>, u64);

impl Write for Small {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        let room = self.1.saturating_sub(self.0.position()).min(bytes.len() as u64);
        if room == 0 && !bytes.is_empty() {
            return Err(Error::from(ErrorKind::StorageFull));
        }
        self.0.write(&bytes[..room as usize])
    }
    fn flush(&mut self) -> Result<()> {
        self.0.flush()
    }
}

impl Seek for Small {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        self.0.seek(to)
    }
}

#[test]
fn a_full_disk_keeps_what_was_written() {
    let values = some_values(3 * BLOCK, 250);
    let disk = Small(Cursor::new(Vec::new()), 2 * BLOCK as u64 + 1000);
    let mut writer = Writer::create(disk, RULES, 1).unwrap();
    writer.append(&values, BLOCK + 500).unwrap();
    let failure = writer.append(&values, usize::MAX).unwrap_err();
    assert_eq!(failure.kind(), ErrorKind::StorageFull);
    assert_eq!(writer.len(), 2 * BLOCK);
    writer.settle(&mut |_| Ok(())).unwrap();
    let bytes = writer.into_inner().0.into_inner();
    let file = ValueFile::open(&bytes).unwrap();
    file.verify().unwrap();
    assert!(file.iter_from(0).eq(values.iter_from(0).take(2 * BLOCK)));
}

#[test]
fn values_that_do_not_fit_need_a_new_file() {
    let mut writer = Writer::create(Cursor::new(Vec::new()), RULES, 1).unwrap();
    writer.append(&some_values(100, 250), 100).unwrap();
    let wide = some_values(200, 60_000);
    assert!(!writer.fits(&wide));
    assert!(writer.append(&wide, 200).is_err());
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(300))]

    /// Whatever is done to the bytes, reading never panics, and what passes the check is right.
    #[test]
    fn broken_bytes_are_noticed(
        changes in proptest::collection::vec((0usize..200, proptest::prelude::any::<u8>()), 0..4),
        cut in 0usize..2000,
    ) {
        let values = some_values(1500, 250);
        let mut bytes = written(&values, 1);
        for (at, byte) in changes {
            bytes[at] = byte;
        }
        bytes.truncate(cut);
        if let Ok(file) = ValueFile::open(&bytes) {
            let _ = (file.get(usize::MAX), file.damage().count(), file.values().len());
            if file.verify().is_ok() {
                proptest::prop_assert!(file.iter_from(0).eq(values.iter_from(0).take(file.len())));
            }
        }
    }
}
