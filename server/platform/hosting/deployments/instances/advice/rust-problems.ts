import type { KnownProblem } from './known-problem.ts'

const noAddress: KnownProblem = {
  signs: ['kind: InvalidInput, message: "invalid socket address"', 'AddrParseError('],
  advice: [
    'The address to listen on is none: it has an address and a port, format!("0.0.0.0:{}", std::env::var("PORT")?).',
  ],
  isPermanent: true,
}

const otherAddress: KnownProblem = {
  signs: ['kind: AddrNotAvailable', 'Cannot assign requested address (os error 99)'],
  advice: [
    'The address to listen on is not one of this machine: listen on 0.0.0.0 and on the port that PORT says.',
  ],
  isPermanent: true,
}

const noVariable: KnownProblem = {
  signs: [
    'called `Result::unwrap()` on an `Err` value: NotPresent',
    ': NotPresent',
    'Error: NotPresent',
    'Error: environment variable not found',
  ],
  advice: [
    'A variable is read that is not set: the line above names it or the place in the code. `berth env` lists those of the application; a linked add-on sets its own, such as POSTGRESQL_ADDON_URI, and no DATABASE_URL: read that name, or set the other one to the same value.',
  ],
  isPermanent: true,
}

const refused: KnownProblem = {
  signs: ['kind: ConnectionRefused', 'Connection refused (os error 111)'],
  advice: [
    'A server does not accept the connection. For a database link the add-on and connect where its variables say (POSTGRESQL_ADDON_URI, MYSQL_ADDON_URI, REDIS_URL, …): 127.0.0.1 is the instance itself.',
  ],
}

const noTls: KnownProblem = {
  signs: ['server does not support TLS', 'error performing TLS handshake'],
  advice: [
    'The program and the server of the database do not agree about TLS: with tokio-postgres NoTls connects to add-ons of this platform, with sqlx ?sslmode=prefer at the end of the address.',
  ],
}

const noRuntime: KnownProblem = {
  signs: ['there is no reactor running, must be called from the context of a Tokio'],
  advice: [
    'Something of Tokio is used outside its runtime: write #[tokio::main] above an async fn main, and have one version of tokio in Cargo.lock (`cargo tree --duplicates`).',
  ],
  isPermanent: true,
}

/** Problems of programs in Rust, by what a panic or an error of `main` says. */
export const rustProblems: readonly KnownProblem[] = [
  noAddress,
  otherAddress,
  noVariable,
  refused,
  noTls,
  noRuntime,
]
