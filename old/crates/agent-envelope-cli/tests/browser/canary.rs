//! A listener that hears every request that leaves a page.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Counts the connections to a port of its own.
pub(crate) struct Canary {
    port: u16,
    heard: Arc<AtomicUsize>,
}

impl Canary {
    pub(crate) fn listen() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let heard = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&heard);
        thread::spawn(move || {
            for stream in listener.incoming().filter_map(Result::ok) {
                count.fetch_add(1, Ordering::SeqCst);
                answer(stream);
            }
        });
        Self { port, heard }
    }

    /// Where it listens.
    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// How many connections there were.
    pub(crate) fn heard(&self) -> usize {
        self.heard.load(Ordering::SeqCst)
    }
}

fn answer(mut stream: TcpStream) {
    // One byte tells that a request came; what it says is of no interest.
    stream.read_exact(&mut [0; 1]).ok();
    stream.write_all(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n").ok();
}
