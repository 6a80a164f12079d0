//! A web server of this machine that answers what a test says, and remembers what it was asked.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};

/// A web server. It ends with the process.
pub struct Web {
    /// `http://127.0.0.1:PORT`.
    pub address: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Web {
    /// Answers each request with a status and a body, by its path and query. Every answer names `/elsewhere` as its `Location`.
    pub fn new(answer: impl Fn(&str) -> (u16, String) + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let heard = asked.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let head: Vec<String> =
                    BufReader::new(&stream).lines().map_while(Result::ok).take_while(|line| !line.is_empty()).collect();
                let path = head.first().and_then(|line| line.split(' ').nth(1)).unwrap_or_default().to_owned();
                let (status, body) = answer(&path);
                heard.lock().unwrap().push(path);
                let head = format!(
                    "HTTP/1.1 {status} X\r\nlocation: /elsewhere\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                    body.len()
                );
                // Fails when the client has read enough and closed the connection.
                let _written = stream.write_all(format!("{head}{body}").as_bytes());
            }
        });
        Self { address, asked }
    }

    /// What it was asked, oldest first.
    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}
