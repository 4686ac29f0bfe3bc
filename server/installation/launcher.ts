/** Where an installed Berth is started from, in a system whose root is elsewhere while a package is made. */
export interface InstalledPaths {
  /** Folder with the versions, and `current`, a link to the one that runs. */
  home: string
  settings: string
  units: string
  /** Folders of programs for everybody, and for root. */
  programs: string
  rootPrograms: string
}

const settings = '/etc/berth/berth.conf'

/** Folder for compiled code, which systemd makes for the service. */
export const cache = '/var/cache/berth'

/** Of the Debian package. */
export const packagePaths: InstalledPaths = {
  home: '/usr/lib/berth',
  settings,
  units: '/usr/lib/systemd/system',
  programs: '/usr/bin',
  rootPrograms: '/usr/sbin',
}

/** Of the archive. */
export const archivePaths: InstalledPaths = {
  home: '/usr/local/lib/berth',
  settings,
  units: '/etc/systemd/system',
  programs: '/usr/local/bin',
  rootPrograms: '/usr/local/sbin',
}

/** `berth-server` on the PATH: the running version, with the settings of the service. */
export const serverLauncher = ({ home, settings }: InstalledPaths): string => `#!/bin/sh
export CACHE_DIRECTORY="\${CACHE_DIRECTORY-${cache}}"
export BERTH_SETTINGS_FILE="\${BERTH_SETTINGS_FILE-${settings}}"
exec ${home}/current/bin/berth-server "$@"
`

/** The settings file of a new installation. */
export const firstSettings = `# Settings of Berth: \`berth-server --help\` lists them. \`systemctl restart berth\` applies changes.
BERTH_DATA="/var/lib/berth"
`
