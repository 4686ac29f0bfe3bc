// Counts visits in the PostgreSQL add-on that is linked to the application, and in memory without one.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"sync/atomic"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type counter func(context.Context) (int64, error)

func main() {
	where, count := "memory", inMemory()
	if uri := os.Getenv("POSTGRESQL_ADDON_URI"); uri != "" {
		where, count = "PostgreSQL", inDatabase(uri)
	}
	router := chi.NewRouter()
	router.Get("/", func(w http.ResponseWriter, r *http.Request) {
		visits, err := count(r.Context())
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		fmt.Fprintf(w, "Visit %d in %s\n", visits, where)
	})
	log.Fatal(http.ListenAndServe(":"+os.Getenv("PORT"), router))
}

func inMemory() counter {
	var visits atomic.Int64
	return func(context.Context) (int64, error) { return visits.Add(1), nil }
}

func inDatabase(uri string) counter {
	config, err := pgxpool.ParseConfig(uri)
	if err != nil {
		log.Fatal(err)
	}
	// Two versions run side by side during a deployment.
	config.MaxConns = 2
	pool, err := pgxpool.NewWithConfig(context.Background(), config)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := pool.Exec(context.Background(), "create table if not exists visits (at timestamptz default now())"); err != nil {
		log.Fatal(err)
	}
	return func(ctx context.Context) (visits int64, err error) {
		if _, err = pool.Exec(ctx, "insert into visits default values"); err == nil {
			err = pool.QueryRow(ctx, "select count(*) from visits").Scan(&visits)
		}
		return
	}
}
