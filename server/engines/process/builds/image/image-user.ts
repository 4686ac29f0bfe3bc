import { Failure } from '#platform/model/hosting/deployments/failure.ts'

/** Files of an image that name its users. */
export interface UserFiles {
  passwd: string
  group: string
}

export interface ImageUser {
  user: number
  group: number
  home: string
}

const maxId = 2 ** 31 - 1

/** The user that `USER` names: `web`, `1000`, `web:staff` or `1000:1000`; root when it is empty. */
export function imageUser(text: string, files: UserFiles): ImageUser {
  const [name = '', groupName] = text.split(':')
  const users = linesOf(files.passwd)
  const known = name === '' ? '0' : name
  const entry = users.find(([login]) => login === known) ?? users.find(([, , id]) => id === known)
  const user = idOf(entry?.[2] ?? known)
  const group = groupName
    ? idOf(linesOf(files.group).find(([title]) => title === groupName)?.[2] ?? groupName)
    : (idOf(entry?.[3] ?? '0') ?? 0)
  if (user === undefined || group === undefined) {
    throw new Failure(
      'build',
      `USER ${JSON.stringify(text)} is nobody: /etc/passwd and /etc/group of the image do not have that name.`,
      ['Make the user in the Dockerfile (RUN useradd …), or give its number.'],
    )
  }
  const home = entry?.[5] ?? ''
  return { user, group, home: home.startsWith('/') && !home.includes('\0') ? home : '/' }
}

const linesOf = (text: string) => text.split('\n').map((line) => line.split(':'))

const idOf = (text: string): number | undefined =>
  /^\d{1,10}$/.test(text) && Number(text) <= maxId ? Number(text) : undefined
