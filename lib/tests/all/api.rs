//! What the crate offers, written down: a change of it is made on purpose, never unawares.
//!
//! `BOUTON_WRITE_API=1 cargo test -p bouton --test library api` writes the list anew; the diff then shows what
//! changes for whoever builds on it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use quote::ToTokens;
use syn::{Fields, ImplItem, Item, ItemMod, TraitItem, Visibility};

/// Modules that are private, but whose types are offered under another name.
const BEHIND: &[&str] = &["entry", "erased", "instructions", "question", "solver"];

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn text(tokens: impl ToTokens) -> String {
    tokens.to_token_stream().to_string()
}

fn is_hidden(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        text(attribute).contains("doc (hidden)") || text(attribute).contains("cfg (test)")
    })
}

/// The file of a module.
fn file_of(folder: &Path, name: &str) -> PathBuf {
    let flat = folder.join(format!("{name}.rs"));
    if flat.exists() { flat } else { folder.join(name).join("mod.rs") }
}

fn module(item: &ItemMod, folder: &Path, path: &str, out: &mut BTreeSet<String>) {
    let name = item.ident.to_string();
    let offered = is_public(&item.vis) || (path.is_empty() && BEHIND.contains(&name.as_str()));
    if !offered || is_hidden(&item.attrs) {
        return;
    }
    let path = if path.is_empty() { name.clone() } else { format!("{path}::{name}") };
    match &item.content {
        Some((_, items)) => walk(items, &folder.join(&name), &path, out),
        None => {
            let file = fs::read_to_string(file_of(folder, &name)).unwrap();
            walk(&syn::parse_file(&file).unwrap().items, &folder.join(&name), &path, out);
        }
    }
}

fn fields(fields: &Fields) -> String {
    let field = |field: &syn::Field| match &field.ident {
        Some(name) => format!("{name}: {}", text(&field.ty)),
        None => text(&field.ty),
    };
    let public: Vec<String> =
        fields.iter().filter(|field| is_public(&field.vis)).map(field).collect();
    public.join(", ")
}

fn walk(items: &[Item], folder: &Path, path: &str, out: &mut BTreeSet<String>) {
    let mut add = |line: String| {
        out.insert(format!("{path}: {line}"));
    };
    for item in items {
        match item {
            Item::Fn(item) if is_public(&item.vis) => add(text(&item.sig)),
            Item::Const(item) if is_public(&item.vis) => {
                add(format!("const {}: {}", item.ident, text(&item.ty)));
            }
            Item::Static(item) if is_public(&item.vis) => {
                add(format!("static {}: {}", item.ident, text(&item.ty)));
            }
            Item::Type(item) if is_public(&item.vis) => {
                add(format!("type {}{}", item.ident, text(&item.generics)));
            }
            Item::Struct(item) if is_public(&item.vis) => {
                let all = fields(&item.fields);
                add(format!("struct {}{} {{ {all} }}", item.ident, text(&item.generics)));
            }
            Item::Enum(item) if is_public(&item.vis) => {
                for variant in &item.variants {
                    add(format!("enum {}: {}{}", item.ident, variant.ident, text(&variant.fields)));
                }
            }
            Item::Trait(item) if is_public(&item.vis) => {
                for inner in &item.items {
                    let line = match inner {
                        TraitItem::Fn(method) => text(&method.sig),
                        TraitItem::Type(inner) => format!("type {}", inner.ident),
                        _ => continue,
                    };
                    add(format!("trait {}: {line}", item.ident));
                }
            }
            Item::Impl(item) if item.trait_.is_none() => {
                for inner in &item.items {
                    if let ImplItem::Fn(method) = inner
                        && is_public(&method.vis)
                    {
                        add(format!("impl {}: {}", text(&item.self_ty), text(&method.sig)));
                    }
                }
            }
            Item::Use(item) if is_public(&item.vis) => add(text(item)),
            _ => {}
        }
    }
    for item in items {
        if let Item::Mod(inner) = item {
            module(inner, folder, path, out);
        }
    }
}

#[test]
fn what_the_crate_offers_changes_on_purpose() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = fs::read_to_string(root.join("src/lib.rs")).unwrap();
    let mut found = BTreeSet::new();
    walk(&syn::parse_file(&source).unwrap().items, &root.join("src"), "", &mut found);
    let found: String = found.iter().map(|line| format!("{line}\n")).collect();
    let kept = root.join("tests/api.txt");
    if std::env::var_os("BOUTON_WRITE_API").is_some() {
        fs::write(&kept, &found).unwrap();
    }
    let kept = fs::read_to_string(&kept).unwrap();
    let (kept, found): (BTreeSet<&str>, BTreeSet<&str>) =
        (kept.lines().collect(), found.lines().collect());
    let gone: Vec<&&str> = kept.difference(&found).collect();
    let new: Vec<&&str> = found.difference(&kept).collect();
    assert!(
        gone.is_empty() && new.is_empty(),
        "what the crate offers has changed; if that is meant, write it down with BOUTON_WRITE_API=1\n\
         gone: {gone:#?}\nnew: {new:#?}"
    );
}
