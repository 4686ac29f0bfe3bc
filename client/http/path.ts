/** A path whose inserted values are percent-encoded, so that no value can leave its segment. */
export const path = (texts: TemplateStringsArray, ...values: string[]): string =>
  String.raw({ raw: texts }, ...values.map(segment))

/** Rejects `.` and `..`, which survive percent-encoding and are resolved by URL parsers. */
const segment = (value: string) =>
  value === '' || /^\.{1,2}$/.test(value) ? refuse(value) : encodeURIComponent(value)

function refuse(value: string): never {
  throw new TypeError(`'${value}' cannot be part of an address`)
}
