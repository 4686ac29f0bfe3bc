interface Member {
  name: string
  content: Buffer
}

/** An archive in the format of `ar`, in which Debian's packages are; root's, and of one time in seconds since 1970. */
export function writeAr(members: readonly Member[], date: number): Buffer {
  const parts = members.flatMap(({ name, content }) => [
    header(name, content.length, date),
    content,
    // Members begin at even places.
    Buffer.alloc(content.length % 2, '\n'),
  ])
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts])
}

function header(name: string, bytes: number, date: number): Buffer {
  const fields: [string | number, number][] = [
    [name, 16],
    [date, 12],
    [0, 6],
    [0, 6],
    ['100644', 8],
    [bytes, 10],
  ]
  return Buffer.from(`${fields.map(([value, width]) => String(value).padEnd(width)).join('')}\`\n`)
}
