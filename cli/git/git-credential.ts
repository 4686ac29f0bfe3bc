import { chosenProfile, type ProfileChoice } from '#cli/profiles/chosen-profile.ts'

/** Answers a request of Git's credential protocol with user name and password. */
export async function gitCredential(choice: ProfileChoice, question: string): Promise<string> {
  const { credentials, git } = await chosenProfile(choice)
  const { protocol, host } = fields(question)
  // The platform takes an API token under any user name.
  if ('apiToken' in credentials)
    return protocol === 'https' ? `username=token\npassword=${credentials.apiToken}\n` : ''
  if (protocol !== 'https' || (git && new URL(git).host !== host)) return ''
  return `username=${credentials.token}\npassword=${credentials.secret}\n`
}

/** Makes Git quit instead of prompting the user for a password that does not exist. */
export const stopGit = 'quit=1\n'

const fields = (text: string): Record<string, string> =>
  Object.fromEntries(text.split('\n').map((line) => line.split(/=(.*)/s, 2)))
