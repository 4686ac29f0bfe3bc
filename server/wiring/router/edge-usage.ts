/** `--help` text of edges. */
export const edgeUsage =
  '  bin/berth-server edge                  runs a router for a server on another machine (BERTH_ROUTER_EDGES there, BERTH_EDGE_KEY here)'
