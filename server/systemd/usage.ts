/** `--help` text of the system service. */
export const systemdUsage = `  bin/berth-server install               makes Berth a service of systemd, with the settings of this environment
  bin/berth-server uninstall             takes the service away; data and settings stay
                                         (--root FOLDER: in that folder instead of /, and without starting anything)`
