//! What runs on timely dataflow: steps of all workers, with messages between them.
//!
//! One dataflow serves all stages, so that it is compiled once. Messages are bytes, many to a packet; packets are
//! exchanged by the worker to whom they go, and a feedback loop carries what is sent in one step into the next. A worker
//! takes a step when timely says that everything sent to it in the step before has arrived: its notification. The
//! stage ends when no messages are on the way and nobody wants another step, and it is timely that knows this too.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bouton_core::error::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use timely::dataflow::ProbeHandle;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Concat, ConnectLoop, Feedback, Probe, ToStream};
use timely::worker::Worker;

/// Messages for one worker, one behind the other.
#[derive(Clone, Debug)]
pub struct Packet {
    to: u64,
    /// What the messages are about; each stage has kinds of its own.
    pub kind: u8,
    /// From which worker they are.
    pub from: u32,
    /// The messages.
    pub bytes: Vec<u8>,
}

/// As one piece of bytes: lists of numbers would be written number by number.
impl Serialize for Packet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut bytes = Vec::with_capacity(self.bytes.len() + 13);
        bytes.extend(self.to.to_le_bytes());
        bytes.extend(self.from.to_le_bytes());
        bytes.push(self.kind);
        bytes.extend_from_slice(&self.bytes);
        serializer.serialize_bytes(&bytes)
    }
}

impl<'de> Deserialize<'de> for Packet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Packet, D::Error> {
        deserializer.deserialize_byte_buf(Written)
    }
}

struct Written;

impl de::Visitor<'_> for Written {
    type Value = Packet;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a packet")
    }

    fn visit_byte_buf<E: de::Error>(self, mut bytes: Vec<u8>) -> Result<Packet, E> {
        let short = || E::custom("a packet is too short");
        let head: [u8; 13] =
            bytes.get(..13).and_then(|head| head.try_into().ok()).ok_or_else(short)?;
        bytes.drain(..13);
        let (mut to, mut from) = ([0; 8], [0; 4]);
        to.copy_from_slice(&head[..8]);
        from.copy_from_slice(&head[8..12]);
        Ok(Packet {
            to: u64::from_le_bytes(to),
            from: u32::from_le_bytes(from),
            kind: head[12],
            bytes,
        })
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Packet, E> {
        self.visit_byte_buf(bytes.to_vec())
    }
}

/// Bytes of a packet that is sent before its step ends.
const PACKET: usize = 1 << 18;

/// What a worker sends in a step.
pub struct Outbox {
    from: u32,
    open: Vec<Vec<u8>>,
    ready: Vec<Packet>,
    /// Bytes sent in this step.
    pub sent: usize,
}

impl Outbox {
    fn new(from: usize, peers: usize) -> Outbox {
        Outbox { from: from as u32, open: vec![Vec::new(); peers], ready: Vec::new(), sent: 0 }
    }

    /// How many workers there are.
    pub fn peers(&self) -> usize {
        self.open.len()
    }

    /// Sends a message of kind 0.
    #[inline]
    pub fn send(&mut self, to: usize, write: impl FnOnce(&mut Vec<u8>)) {
        let open = &mut self.open[to];
        let before = open.len();
        write(open);
        self.sent += open.len() - before;
        if open.len() >= PACKET {
            let bytes = std::mem::take(open);
            self.ready.push(Packet { to: to as u64, kind: 0, from: self.from, bytes });
        }
    }

    /// Sends a packet of another kind.
    pub fn packet(&mut self, to: usize, kind: u8, bytes: Vec<u8>) {
        self.ready.push(Packet { to: to as u64, kind, from: self.from, bytes });
    }

    fn take(&mut self) -> Vec<Packet> {
        for (to, open) in self.open.iter_mut().enumerate().filter(|(_, open)| !open.is_empty()) {
            let bytes = std::mem::take(open);
            self.ready.push(Packet { to: to as u64, kind: 0, from: self.from, bytes });
        }
        self.sent = 0;
        std::mem::take(&mut self.ready)
    }
}

/// What workers do in steps.
pub trait Stage {
    /// All that was sent to this worker in the step before this one has arrived. Answers whether it wants another step
    /// even if nothing arrives; without either there is none, so the numbers of its steps may have gaps.
    fn step(&mut self, number: u64, arrived: Vec<Packet>, out: &mut Outbox) -> Result<bool, Error>;
}

/// What the workers of a process tell one another beside timely: that one had to stop.
#[derive(Default)]
pub struct Shared {
    stopped: AtomicBool,
    error: Mutex<Option<Error>>,
}

impl Shared {
    /// Stops all workers of this process. The first reason counts.
    pub fn stop(&self, error: Error) {
        if let Ok(mut first) = self.error.lock() {
            first.get_or_insert(error);
        }
        self.stopped.store(true, Ordering::Release);
    }

    /// Why the workers were stopped, if they were.
    pub fn verdict(&self) -> Result<(), Error> {
        if !self.stopped.load(Ordering::Acquire) {
            return Ok(());
        }
        let error = self.error.lock().ok().and_then(|error| error.clone());
        Err(error.unwrap_or_else(|| Error::Stopped("stopped".to_string())))
    }
}

/// How long a worker sleeps at most before it looks whether others have stopped.
const NAP: Duration = Duration::from_millis(20);

/// Runs a stage to its end, together with all other workers.
pub fn run(
    worker: &mut Worker,
    shared: &Arc<Shared>,
    stage: Rc<RefCell<dyn Stage>>,
) -> Result<(), Error> {
    let (index, peers) = (worker.index(), worker.peers());
    let (dataflow, probe) = (worker.next_dataflow_index(), ProbeHandle::new());
    let told = shared.clone();
    worker.dataflow::<u64, _, _>(|scope| {
        let (handle, cycle) = scope.feedback(1);
        // Everybody takes a first step.
        let first =
            Packet { to: index as u64, kind: u8::MAX, from: index as u32, bytes: Vec::new() };
        let mut waiting: BTreeMap<u64, Vec<Packet>> = BTreeMap::new();
        let mut outbox = Outbox::new(index, peers);
        std::iter::once(first)
            .to_stream(scope)
            .container::<Vec<_>>()
            .concat(cycle)
            .unary_notify(
                Exchange::new(|packet: &Packet| packet.to),
                "shards",
                None,
                move |input, output, notificator| {
                    input.for_each_time(|time, data| {
                        let packets = waiting.entry(*time.time()).or_default();
                        data.for_each(|data| packets.append(data));
                        notificator.notify_at(time.retain(output.output_index()));
                    });
                    notificator.for_each(|time, _, notificator| {
                        let mut arrived = waiting.remove(time.time()).unwrap_or_default();
                        arrived.retain(|packet| packet.kind != u8::MAX);
                        if told.verdict().is_err() {
                            return;
                        }
                        match stage.borrow_mut().step(*time.time(), arrived, &mut outbox) {
                            Ok(more) => {
                                let mut session = output.session(&time);
                                outbox.take().into_iter().for_each(|packet| session.give(packet));
                                if more {
                                    let next = time.delayed(&(time.time() + 1));
                                    notificator.notify_at(next);
                                }
                            }
                            Err(error) => told.stop(error),
                        }
                    });
                },
            )
            .probe_with(&probe)
            .connect_loop(handle);
    });
    while !probe.done() {
        worker.step_or_park(Some(NAP));
        if let Err(error) = shared.verdict() {
            worker.drop_dataflow(dataflow);
            return Err(error);
        }
    }
    Ok(())
}

/// Hands what each worker says to all workers.
pub fn gather(
    worker: &mut Worker,
    shared: &Arc<Shared>,
    own: Vec<u8>,
) -> Result<Vec<Vec<u8>>, Error> {
    let all = vec![Vec::new(); worker.peers()];
    let stage = Rc::new(RefCell::new(Gather { own: Some(own), all }));
    run(worker, shared, stage.clone())?;
    let mut stage = stage.borrow_mut();
    Ok(std::mem::take(&mut stage.all))
}

struct Gather {
    own: Option<Vec<u8>>,
    all: Vec<Vec<u8>>,
}

impl Stage for Gather {
    fn step(&mut self, _: u64, arrived: Vec<Packet>, out: &mut Outbox) -> Result<bool, Error> {
        for packet in arrived {
            self.all[packet.from as usize] = packet.bytes;
        }
        if let Some(own) = self.own.take() {
            (0..out.peers()).for_each(|to| out.packet(to, 1, own.clone()));
        }
        Ok(false)
    }
}

/// The sum of what each worker counts.
pub fn sum(worker: &mut Worker, shared: &Arc<Shared>, own: &[u64]) -> Result<Vec<u64>, Error> {
    let bytes = own.iter().flat_map(|number| number.to_le_bytes()).collect();
    let all = gather(worker, shared, bytes)?;
    let mut total = vec![0u64; own.len()];
    for bytes in all {
        for (sum, bytes) in total.iter_mut().zip(bytes.chunks_exact(8)) {
            let mut word = [0; 8];
            word.copy_from_slice(bytes);
            *sum += u64::from_le_bytes(word);
        }
    }
    Ok(total)
}
