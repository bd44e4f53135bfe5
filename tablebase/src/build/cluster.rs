//! Several processes, on one machine or on several.
//!
//! Timely carries messages over the connections that are made here. Each two processes have two: one for timely, and
//! one on which they say that they are alive, why they stop, and that they have finished. So a process whose partner
//! dies says so in one sentence and ends, and none ends before all have what they need.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use bouton_core::error::Error;
use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::zero_copy::stream::Stream;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};

use super::{Shared, Workers};

/// What greetings begin with.
const MAGIC: &[u8; 8] = b"BOUTONT1";
/// Time between two signs of life.
const BEAT: Duration = Duration::from_millis(500);
/// A process that gives no sign for so long is taken for dead.
const SILENCE: Duration = Duration::from_secs(8);
/// Time between two tries.
const PAUSE: Duration = Duration::from_millis(50);

/// Who builds together.
pub struct Cluster {
    /// Which of the hosts this process is.
    pub process: usize,
    /// The addresses of all, such as `localhost:2101`.
    pub hosts: Vec<String>,
    /// Worker threads of each process.
    pub workers: usize,
    /// A number that is the same if and only if the same is to be built.
    pub plan: u64,
    /// How long to wait for the others.
    pub patience: Duration,
}

/// What the threads of the connections share.
struct Links {
    shared: Arc<Shared>,
    /// Which processes have said that they have finished.
    finished: Vec<AtomicBool>,
    process: usize,
}

impl Links {
    fn all_finished(&self) -> bool {
        let own = |(process, _): &(usize, &AtomicBool)| *process != self.process;
        let mut others = self.finished.iter().enumerate().filter(own);
        others.all(|(_, finished)| finished.load(Ordering::Acquire))
    }
}

/// A greeting: who calls, about what, and on which of the two connections.
struct Greeting {
    process: u32,
    processes: u32,
    workers: u32,
    control: bool,
    plan: u64,
}

/// What is answered to a greeting.
const WELCOME: u8 = 0;
const OTHER_PLAN: u8 = 1;
const TWICE: u8 = 2;
const OTHER_HOSTS: u8 = 3;
const OTHER_WORKERS: u8 = 4;

impl Greeting {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.process.to_le_bytes());
        bytes.extend(self.processes.to_le_bytes());
        bytes.extend(self.workers.to_le_bytes());
        bytes.extend(u32::from(self.control).to_le_bytes());
        bytes.extend(self.plan.to_le_bytes());
        bytes
    }

    fn read(stream: &mut TcpStream) -> io::Result<Greeting> {
        let mut bytes = [0; 32];
        stream.read_exact(&mut bytes)?;
        if &bytes[..8] != MAGIC {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let half = |at: usize| {
            u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        Ok(Greeting {
            process: half(8),
            processes: half(12),
            workers: half(16),
            control: half(20) == 1,
            plan: u64::from(half(24)) | u64::from(half(28)) << 32,
        })
    }
}

impl Cluster {
    fn greeting(&self, control: bool) -> Greeting {
        Greeting {
            process: self.process as u32,
            processes: self.hosts.len() as u32,
            workers: self.workers as u32,
            control,
            plan: self.plan,
        }
    }

    fn named(&self, process: usize) -> String {
        format!("process {process} ({})", self.hosts[process])
    }

    /// Connects with all others; `go_on` may end the waiting.
    pub fn connect(
        &self,
        shared: &Arc<Shared>,
        go_on: &dyn Fn() -> Result<(), Error>,
    ) -> Result<Workers, Error> {
        let own = &self.hosts[self.process];
        let listener = listen(own).map_err(|error| {
            let why = match error.kind() {
                io::ErrorKind::AddrInUse => {
                    format!(
                        "another program listens there: does another process build as process {}?",
                        self.process
                    )
                }
                _ => error.to_string(),
            };
            Error::input(format!("process {} cannot listen at {own}: {why}", self.process))
        })?;
        let ends = Instant::now() + self.patience;
        let mut pairs: Vec<[Option<TcpStream>; 2]> =
            self.hosts.iter().map(|_| [None, None]).collect();
        let wanting = |pairs: &[[Option<TcpStream>; 2]]| {
            let open = |(process, pair): &(usize, &[Option<TcpStream>; 2])| {
                *process != self.process && pair.iter().any(Option::is_none)
            };
            pairs.iter().enumerate().find(open).map(|(process, _)| process)
        };
        while let Some(missing) = wanting(&pairs) {
            go_on()?;
            if Instant::now() > ends {
                return Err(Error::input(format!(
                    "{} did not answer within {} s: start one process for each line of the hosts, all for the same address",
                    self.named(missing),
                    self.patience.as_secs()
                )));
            }
            for (process, pair) in pairs.iter_mut().take(self.process).enumerate() {
                for (line, control) in pair.iter_mut().zip([false, true]) {
                    if line.is_none() {
                        *line = self.call(process, control)?;
                    }
                }
            }
            match listener.accept() {
                Ok((stream, _)) => {
                    if let Some((process, control, stream)) = self.welcome(stream, &pairs)? {
                        pairs[process][usize::from(control)] = Some(stream);
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => thread::sleep(PAUSE),
                Err(error) => return Err(Error::input(format!("{own}: {error}"))),
            }
        }
        self.run(pairs, shared).map_err(|error| Error::input(format!("no connections: {error}")))
    }

    /// Calls a process with a smaller number; nothing if it does not answer yet.
    fn call(&self, process: usize, control: bool) -> Result<Option<TcpStream>, Error> {
        let host = &self.hosts[process];
        let addresses = host.to_socket_addrs().map_err(|error| {
            Error::input(format!("the host {host} of process {process} is not known: {error}"))
        })?;
        let patience = Duration::from_secs(2);
        let called = addresses.map(|address| TcpStream::connect_timeout(&address, patience));
        let Some(mut stream) = called.into_iter().find_map(Result::ok) else { return Ok(None) };
        let answered = (|| {
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(SILENCE))?;
            stream.write_all(&self.greeting(control).bytes())?;
            let mut answer = [0];
            stream.read_exact(&mut answer)?;
            stream.set_read_timeout(None)?;
            io::Result::Ok(answer[0])
        })();
        let refused = |why: &str| Err(Error::input(format!("{} {why}", self.named(process))));
        match answered {
            Ok(WELCOME) => Ok(Some(stream)),
            Ok(OTHER_PLAN) => {
                refused("builds something else: all processes need the same address and options")
            }
            Ok(TWICE) => refused(&format!(
                "has a process {} already: each needs a number of its own",
                self.process
            )),
            Ok(OTHER_HOSTS) => {
                refused("has other hosts: all processes need the same file of hosts")
            }
            Ok(OTHER_WORKERS) => {
                refused("has another number of workers: all processes need the same (--workers)")
            }
            Ok(_) => refused("is no process that builds a tablebase"),
            // It may be ending, or not be there yet.
            Err(_) => Ok(None),
        }
    }

    /// Answers a process with a larger number.
    fn welcome(
        &self,
        mut stream: TcpStream,
        pairs: &[[Option<TcpStream>; 2]],
    ) -> Result<Option<(usize, bool, TcpStream)>, Error> {
        let greeted = (|| {
            stream.set_nonblocking(false)?;
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(Duration::from_secs(2)))?;
            Greeting::read(&mut stream)
        })();
        // Strangers are left alone.
        let Ok(greeting) = greeted else { return Ok(None) };
        let process = greeting.process as usize;
        let answer =
            if greeting.processes as usize != self.hosts.len() || process >= self.hosts.len() {
                OTHER_HOSTS
            } else if process <= self.process {
                TWICE
            } else if greeting.plan != self.plan {
                OTHER_PLAN
            } else if greeting.workers as usize != self.workers {
                OTHER_WORKERS
            } else if pairs[process][usize::from(greeting.control)].is_some() {
                TWICE
            } else {
                WELCOME
            };
        let sent = stream.write_all(&[answer]).and_then(|()| stream.set_read_timeout(None));
        match answer {
            WELCOME if sent.is_ok() => Ok(Some((process, greeting.control, stream))),
            OTHER_PLAN => Err(Error::input(format!(
                "process {process} builds something else: all processes need the same address and options"
            ))),
            OTHER_HOSTS => Err(Error::input(
                "a process has called that has other hosts: all processes need the same file of hosts".to_string(),
            )),
            OTHER_WORKERS => Err(Error::input(format!(
                "process {process} has another number of workers: all processes need the same (--workers)"
            ))),
            _ => Ok(None),
        }
    }

    fn run(&self, pairs: Vec<[Option<TcpStream>; 2]>, shared: &Arc<Shared>) -> io::Result<Workers> {
        let links = Arc::new(Links {
            shared: shared.clone(),
            finished: self.hosts.iter().map(|_| AtomicBool::new(false)).collect(),
            process: self.process,
        });
        let (mut lines, mut controls) = (Vec::new(), Vec::new());
        for (process, [data, control]) in pairs.into_iter().enumerate() {
            let name = self.named(process);
            lines.push(data.map(|stream| Line {
                stream,
                links: links.clone(),
                name: name.clone(),
            }));
            if let Some(control) = control {
                let (reader, links) = (control.try_clone()?, links.clone());
                thread::spawn(move || listen_to(reader, &links, process, &name));
                controls.push(control);
            }
        }
        let controls = Arc::new(Mutex::new(controls));
        let (beating, told) = (controls.clone(), shared.clone());
        // Signs of life, and the reason if this process has to stop.
        thread::spawn(move || {
            loop {
                let reason = told.verdict().err();
                let message = match &reason {
                    None => vec![b'.'],
                    Some(error) => {
                        let text = error.to_string();
                        let mut message = vec![b'!'];
                        message.extend((text.len() as u32).to_le_bytes());
                        message.extend(text.as_bytes());
                        message
                    }
                };
                if let Ok(mut controls) = beating.lock() {
                    controls.iter_mut().for_each(|control| {
                        let _ = control.write_all(&message);
                    });
                }
                if reason.is_some() {
                    return;
                }
                thread::sleep(BEAT / 5);
            }
        });
        let hooks = Hooks::default();
        let local = ProcessBuilder::new_typed_vector(self.workers, hooks.refill.clone(), None);
        let (builders, guard) =
            initialize_networking_from_sockets(local, lines, self.process, self.workers, hooks)?;
        let farewell = move || {
            if let Ok(mut controls) = controls.lock() {
                controls.iter_mut().for_each(|control| {
                    let _ = control.write_all(b"F");
                });
            }
            while !links.all_finished() {
                links.shared.verdict()?;
                thread::sleep(PAUSE / 10);
            }
            Ok(())
        };
        Ok(Workers {
            builders: builders.into_iter().map(AllocatorBuilder::Tcp).collect(),
            guard: Box::new(guard),
            farewell: Some(Box::new(farewell)),
        })
    }
}

fn listen(host: &str) -> io::Result<TcpListener> {
    let addresses: Vec<_> = host.to_socket_addrs()?.collect();
    let listener = TcpListener::bind(&addresses[..])?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// Hears what another process says beside timely.
fn listen_to(mut stream: TcpStream, links: &Links, process: usize, name: &str) {
    let lost = |why: &str| {
        if !links.finished[process].load(Ordering::Acquire) {
            links.shared.stop(Error::Stopped(format!(
                "stopped: {name} {why}; start all processes again with --resume"
            )));
        }
    };
    let _ = stream.set_read_timeout(Some(SILENCE));
    loop {
        let mut what = [0];
        match stream.read_exact(&mut what) {
            Ok(()) => {}
            Err(error)
                if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) =>
            {
                return lost("gives no sign of life");
            }
            Err(_) => return lost("has ended"),
        }
        match what[0] {
            b'F' => links.finished[process].store(true, Ordering::Release),
            b'!' => {
                let mut length = [0; 4];
                let mut text = Vec::new();
                let read = stream.read_exact(&mut length).and_then(|()| {
                    text.resize(u32::from_le_bytes(length).min(10_000) as usize, 0);
                    stream.read_exact(&mut text)
                });
                let text = String::from_utf8_lossy(&text);
                let text = text.strip_prefix("stopped: ").unwrap_or(&text);
                return match read {
                    Ok(()) => lost(&format!("has stopped: {text}")),
                    Err(_) => lost("has ended"),
                };
            }
            _ => {}
        }
    }
}

/// A connection that never fails before timely, which would only panic: it says so to the workers and waits for the end.
struct Line {
    stream: TcpStream,
    links: Arc<Links>,
    name: String,
}

impl Line {
    /// The other end is gone. If all have finished, that is as it should be.
    fn gone(&self) -> io::Result<usize> {
        // The reason may still be on its way, by the other connection.
        let ends = Instant::now() + BEAT;
        while !self.links.all_finished() {
            if Instant::now() > ends {
                self.links.shared.stop(Error::Stopped(format!(
                    "stopped: {} has ended; start all processes again with --resume",
                    self.name
                )));
                loop {
                    thread::sleep(Duration::from_secs(3600));
                }
            }
            thread::sleep(PAUSE / 10);
        }
        Ok(0)
    }
}

impl Read for Line {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.stream.read(buffer) {
            Ok(0) | Err(_) => self.gone(),
            read => read,
        }
    }
}

impl Write for Line {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self.stream.write(buffer) {
            Err(_) => self.gone().map(|_| buffer.len()),
            written => written,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Line {
    fn try_clone(&self) -> io::Result<Line> {
        let stream = self.stream.try_clone()?;
        Ok(Line { stream, links: self.links.clone(), name: self.name.clone() })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // The other end may have done so first.
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}
