/** A back-up was not made for a reason that lies with the customer, who reads the message. */
export class BackupSkippedError extends Error {}
