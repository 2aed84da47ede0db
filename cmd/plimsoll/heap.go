package main

// ballast moves the first collection of garbage past the end of a short run:
// the collector starts when the heap has doubled from what is alive, at least
// from 4 MiB, and compiling the rules alone would start it several times, for a
// third of the run. The pages are never touched, so they cost no memory; a long
// run collects 32 MiB later than it would.
var ballast = make([]byte, 32<<20)
