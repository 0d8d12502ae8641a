//go:build unix

// Command deploy puts the Worker on Cloudflare's network, step by step, and says
// before each what it does and what it changes.
//
//	go run ./wasm/edge/deploy [--dry-run] [--name NAME] [--public-url URL]
package main

import (
	"flag"
	"log"
	"os"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("deploy: ")
	d := deployment{out: os.Stdout}
	flag.StringVar(&d.edge, "edge", "wasm/edge", "the Worker's `DIRECTORY`, with what make edge builds")
	flag.StringVar(&d.name, "name", "", "the Worker's `NAME`, which is part of its address; what wrangler.jsonc says unless given")
	flag.StringVar(&d.publicURL, "public-url", "", "the `URL` in links, such as https://held.example, where it is not the one that is asked")
	flag.BoolVar(&d.dry, "dry-run", false, "build what would be sent, and send nothing")
	flag.Parse()
	if err := d.run(); err != nil {
		log.Fatal(err)
	}
}
