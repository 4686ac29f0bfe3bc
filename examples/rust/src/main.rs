// A web server of the standard library.
use std::env;
use std::io::{BufRead, BufReader, Result, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

fn main() -> Result<()> {
    let port = env::var("PORT").unwrap_or("8080".into());
    let listener = TcpListener::bind(format!("0.0.0.0:{port}"))?;
    for stream in listener.incoming() {
        let stream = stream?;
        thread::spawn(move || answer(stream));
    }
    Ok(())
}

/// Answers one request, whatever it asks for, and closes the connection.
fn answer(mut stream: TcpStream) -> Result<()> {
    for line in BufReader::new(&stream).lines() {
        if line?.is_empty() {
            break;
        }
    }
    let body = "Hello from Rust\n";
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
}
