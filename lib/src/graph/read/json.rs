//! Graphs as JSON: `{"nodes": [...], "arcs": [["a", "b"], ...]}`, a list of arcs, or an object that
//! gives each node the list of its options. Nothing but the names is kept on the way.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, de};

use rustc_hash::FxHashSet;

use super::Builder;
use crate::error::{Error, quoted};

/// The name of a node: a string, a number, or an object with an id.
struct Name<'d>(Cow<'d, str>);

impl<'d> Deserialize<'d> for Name<'d> {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<Name<'d>, D::Error> {
        struct Names;
        impl<'d> Visitor<'d> for Names {
            type Value = Name<'d>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a node: a string, a whole number, or an object with an id")
            }
            fn visit_borrowed_str<E: de::Error>(self, text: &'d str) -> Result<Name<'d>, E> {
                Ok(Name(text.into()))
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Name<'d>, E> {
                Ok(Name(text.to_string().into()))
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Name<'d>, E> {
                Ok(Name(number.to_string().into()))
            }
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Name<'d>, E> {
                Ok(Name(number.to_string().into()))
            }
            fn visit_map<A: MapAccess<'d>>(self, mut map: A) -> Result<Name<'d>, A::Error> {
                let mut id = None;
                while let Some(Name(key)) = map.next_key::<Name<'d>>()? {
                    match &*key {
                        "id" | "name" if id.is_none() => id = Some(map.next_value::<Name<'d>>()?),
                        _ => {
                            map.next_value::<IgnoredAny>()?;
                        }
                    }
                }
                id.ok_or_else(|| de::Error::missing_field("id"))
            }
        }
        deserializer.deserialize_any(Names)
    }
}

/// An arc: two names in a list, or an object with from and to (also source and target).
struct Arc<'d>(Name<'d>, Name<'d>);

impl<'d> Deserialize<'d> for Arc<'d> {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<Arc<'d>, D::Error> {
        struct Arcs;
        impl<'d> Visitor<'d> for Arcs {
            type Value = Arc<'d>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an arc: two names in a list, or an object with from and to")
            }
            fn visit_seq<A: SeqAccess<'d>>(self, mut list: A) -> Result<Arc<'d>, A::Error> {
                let ends = (list.next_element()?, list.next_element()?);
                match (ends, list.next_element::<IgnoredAny>()?) {
                    ((Some(from), Some(to)), None) => Ok(Arc(from, to)),
                    _ => Err(de::Error::custom("an arc is a list of two names")),
                }
            }
            fn visit_map<A: MapAccess<'d>>(self, mut map: A) -> Result<Arc<'d>, A::Error> {
                let (mut from, mut to) = (None, None);
                while let Some(Name(key)) = map.next_key::<Name<'d>>()? {
                    match &*key {
                        "from" | "source" => from = Some(map.next_value()?),
                        "to" | "target" => to = Some(map.next_value()?),
                        _ => {
                            map.next_value::<IgnoredAny>()?;
                        }
                    }
                }
                match (from, to) {
                    (Some(from), Some(to)) => Ok(Arc(from, to)),
                    _ => Err(de::Error::custom("an arc needs from and to")),
                }
            }
        }
        deserializer.deserialize_any(Arcs)
    }
}

/// The options of a node, or something that says nothing about arcs, such as `"directed": true`.
#[derive(Deserialize)]
#[serde(untagged)]
enum Options<'d> {
    #[serde(borrow)]
    List(Vec<Name<'d>>),
    Other(IgnoredAny),
}

/// Builds while reading.
struct Whole<'b> {
    builder: &'b mut Builder,
    /// Whether there is a list of nodes; it may come last.
    listed: bool,
    /// Nodes that were named by an arc before, or without, such a list.
    named: FxHashSet<u32>,
}

impl Whole<'_> {
    fn add<E: de::Error>(&mut self, name: &str) -> Result<u32, E> {
        let before = self.builder.names.len();
        let node = self.builder.node(name, 1).map_err(|error| E::custom(error.to_string()))?;
        if node as usize == before {
            self.named.insert(node);
        }
        Ok(node)
    }

    /// Every node that an arc names must stand in the list, if there is one.
    fn check(&self) -> Result<(), Error> {
        match self.named.iter().min().filter(|_| self.listed) {
            Some(node) => Err(Error::input(format!(
                "{} is not among the nodes: add it there, or leave the list of nodes out",
                quoted(&self.builder.names[*node as usize])
            ))),
            None => Ok(()),
        }
    }
}

impl<'d> de::DeserializeSeed<'d> for &mut Whole<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'d>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'d> Visitor<'d> for &mut Whole<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a graph: nodes and arcs, a list of arcs, or the options of each node")
    }

    fn visit_seq<A: SeqAccess<'d>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(Arc(from, to)) = list.next_element::<Arc<'d>>()? {
            let (from, to) = (self.add(&from.0)?, self.add(&to.0)?);
            self.builder.arc(from, to);
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'d>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(Name(key)) = map.next_key::<Name<'d>>()? {
            match &*key {
                "nodes" | "vertices" => {
                    let names = map.next_value::<Vec<Name<'d>>>()?;
                    self.listed = true;
                    for Name(name) in names {
                        let node = self.add::<A::Error>(&name)?;
                        self.named.remove(&node);
                    }
                }
                "arcs" | "edges" | "links" => map.next_value_seed(&mut *self)?,
                node => match map.next_value::<Options<'d>>()? {
                    Options::List(names) if !self.listed => {
                        let from = self.add::<A::Error>(node)?;
                        for Name(name) in names {
                            let to = self.add::<A::Error>(&name)?;
                            self.builder.arc(from, to);
                        }
                    }
                    _ => {}
                },
            }
        }
        Ok(())
    }
}

pub(super) fn read(text: &str, builder: &mut Builder) -> Result<(), Error> {
    let mut whole = Whole { builder, listed: false, named: FxHashSet::default() };
    let mut deserializer = serde_json::Deserializer::from_str(text);
    de::DeserializeSeed::deserialize(&mut whole, &mut deserializer)
        .and_then(|()| deserializer.end())
        .map_err(|error| Error::input(format!("the graph cannot be read as JSON: {error}")))?;
    whole.check()
}
