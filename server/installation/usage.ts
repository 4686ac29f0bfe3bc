/** `--help` text of the commands of an installed release. */
export const versionUsage = `  berth-server upgrade FILE              installs a newer release, a .deb or .tar.xz, beside the running applications
  berth-server activate [VERSION]        makes an installed version the running one; without a name, the one that it is of`
