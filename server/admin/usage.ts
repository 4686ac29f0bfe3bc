/** `--help` text of administrative commands; a separate file, so that a start need not load the commands. */
export const adminUsage = `  bin/berth-server admin backup FILE     writes one archive of everything, while the platform runs
  bin/berth-server admin restore FILE    fills an empty data folder from such an archive
  bin/berth-server admin fetch-backup NAME FILE
                                         copies an archive from the object store of BERTH_FILES into a file
  bin/berth-server admin disk [--free]   shows what grows in the data folder; frees what can be made again
  bin/berth-server admin copy-store --from sqlite --to ADDRESS
                                         copies all facts into an empty PostgreSQL database, while no server runs`
