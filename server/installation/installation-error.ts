/** An installation cannot be changed, with a message for the operator. */
export class InstallationError extends Error {}
