/** A path whose inserted values are percent-encoded, so that no value can leave its segment. */
export const path = (texts: TemplateStringsArray, ...values: string[]): string =>
  String.raw({ raw: texts }, ...values.map(segment))

/** `.` and `..` survive encoding and would be resolved away by whoever parses the URL. */
const segment = (value: string) =>
  value === '' || /^\.{1,2}$/.test(value) ? refuse(value) : encodeURIComponent(value)

function refuse(value: string): never {
  throw new TypeError(`'${value}' cannot be part of an address`)
}
