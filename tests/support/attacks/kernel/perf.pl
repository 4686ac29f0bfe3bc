# Counters of the processor, also those of other processes.
verdict('refused', tried('perf_event_open', "\0" x 128, 0, -1, -1, 0), tried('perf_event_open', "\0" x 128, -1, 0, -1, 0))
