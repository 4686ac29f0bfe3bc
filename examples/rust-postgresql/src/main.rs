// Counts visits in the PostgreSQL add-on that is linked to the application, and in memory without one.
use std::env;
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio_postgres::{Client, NoTls};

enum Counter {
    Memory(AtomicI64),
    Database(Client),
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let counter = match env::var("POSTGRESQL_ADDON_URI") {
        Ok(uri) => Counter::Database(connect(&uri).await?),
        Err(_) => Counter::Memory(AtomicI64::new(0)),
    };
    let router = Router::new().route("/", get(visit)).with_state(Arc::new(counter));
    let port = env::var("PORT").unwrap_or("8080".into());
    let listener = TcpListener::bind(format!("0.0.0.0:{port}")).await?;
    axum::serve(listener, router).await?;
    Ok(())
}

async fn connect(uri: &str) -> Result<Client, tokio_postgres::Error> {
    let (client, connection) = tokio_postgres::connect(uri, NoTls).await?;
    // A platform starts a program again that has lost its database.
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            eprintln!("The connection to PostgreSQL is lost: {error}");
            std::process::exit(1);
        }
    });
    client
        .batch_execute("create table if not exists visits (at timestamptz default now())")
        .await?;
    Ok(client)
}

async fn visit(State(counter): State<Arc<Counter>>) -> Result<String, (StatusCode, String)> {
    match counter.as_ref() {
        Counter::Memory(visits) => {
            let count = visits.fetch_add(1, Ordering::Relaxed) + 1;
            Ok(format!("Visit {count} in memory\n"))
        }
        Counter::Database(client) => {
            let count = count_in(client).await.map_err(|error| {
                (StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
            })?;
            Ok(format!("Visit {count} in PostgreSQL\n"))
        }
    }
}

async fn count_in(client: &Client) -> Result<i64, tokio_postgres::Error> {
    client.execute("insert into visits default values", &[]).await?;
    let row = client.query_one("select count(*) from visits", &[]).await?;
    Ok(row.get(0))
}
