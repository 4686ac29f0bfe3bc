import { goals } from '#bench/support/goals.ts'

/** An application in a language, of which each commit changes one file. */
export interface LanguageProject {
  name: string
  /** Type of the application. */
  type: string
  /** Folder of `examples/`; without one, `files` are all that it has. */
  example?: string
  files?: Record<string, string>
  /** The file that changes: what stands there is replaced by a text, which the answer of `/` contains then. */
  page: string
  replaced: string
  budget: number
  /** Whether its packages come from a server for gems that the benchmark opens. */
  needsGems?: true
}

const { quick, compiled } = goals.push.language

const rustServer = `use std::io::{Read, Write};

fn main() -> std::io::Result<()> {
    let port = std::env::var("PORT").unwrap_or("8080".into());
    for visitor in std::net::TcpListener::bind(format!("0.0.0.0:{port}"))?.incoming() {
        let mut visitor = visitor?;
        let _ = visitor.read(&mut [0; 4096])?;
        let text = "Hello from Rust";
        write!(visitor, "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{text}", text.len())?;
    }
    Ok(())
}
`

export const projects: readonly LanguageProject[] = [
  {
    name: 'Python',
    type: 'python',
    example: 'python',
    page: 'app.py',
    replaced: 'Hello from Flask',
    budget: quick,
  },
  {
    name: 'Go',
    type: 'go',
    example: 'go',
    page: 'main.go',
    replaced: 'Hello from',
    budget: quick,
  },
  {
    name: 'PHP',
    type: 'php',
    example: 'php',
    page: 'public/index.php',
    replaced: 'Apache and PHP-FPM',
    budget: quick,
  },
  {
    name: 'Ruby',
    type: 'ruby',
    example: 'ruby',
    page: 'config.ru',
    replaced: 'Hello from Rack',
    budget: quick,
    needsGems: true,
  },
  {
    name: 'Java',
    type: 'maven',
    example: 'spring-boot',
    page: 'src/main/java/shop/Shop.java',
    replaced: 'Visit',
    budget: compiled,
  },
  {
    name: 'Rust',
    type: 'rust',
    files: {
      'Cargo.toml': '[package]\nname = "hello"\nversion = "0.1.0"\nedition = "2021"\n',
      'Cargo.lock': 'version = 3\n\n[[package]]\nname = "hello"\nversion = "0.1.0"\n',
      '.gitignore': 'target/\n',
      'src/main.rs': rustServer,
    },
    page: 'src/main.rs',
    replaced: 'Hello from Rust',
    budget: compiled,
  },
]
