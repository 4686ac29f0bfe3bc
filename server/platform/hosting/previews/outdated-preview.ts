/** The preview was changed or removed during a step of the worker; what is wanted now is done next. */
export class OutdatedPreviewError extends Error {}
