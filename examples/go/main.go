// A web server of the standard library.
package main

import (
	"fmt"
	"log"
	"net/http"
	"os"
	"runtime"
)

func main() {
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "Hello from %s\n", runtime.Version())
	})
	log.Fatal(http.ListenAndServe(":"+os.Getenv("PORT"), nil))
}
