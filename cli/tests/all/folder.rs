//! A folder of its own for each test, removed at its end.

use std::fs;
use std::path::PathBuf;

pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("bouton-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_string()
    }

    /// A file of rules, as an address names it.
    pub fn rules(&self, name: &str, text: &str) -> String {
        let path = self.file(name);
        fs::write(&path, text).unwrap();
        format!("file({path})")
    }

    pub fn names(&self) -> usize {
        fs::read_dir(&self.0).unwrap().count()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
