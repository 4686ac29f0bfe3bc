/** A back-up was not made because of the customer's data; the customer reads the message. */
export class BackupSkippedError extends Error {}
