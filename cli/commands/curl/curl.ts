import { defineCommand } from '#cli/define-command.ts'
import { chosenProfile } from '#cli/profiles/chosen-profile.ts'
import { authorizedCurl } from './authorized-curl.ts'
import { curlArguments } from './curl-arguments.ts'

export const curl = defineCommand({
  words: 'curl',
  summary: 'Call the API with curl, authenticated as you',
  description:
    'Everything is handed to curl. A path such as /v2/self stands for the same path of the API; other servers are refused.\n' +
    'Progress is not shown; with --fail an answer of 400 and above ends with exit code 22, with --fail-with-body it is shown too.\n' +
    'The profile is the active one, that of $BERTH_PROFILE, or that of --profile before the command: `berth --profile other curl /v2/self`.',
  rest: '<url or path> [options of curl]',
  examples: ['berth curl /v2/self', 'berth curl --fail -X DELETE /v2/self/keys/laptop'],
  async handle({ terminal, options, rest }) {
    const profile = await chosenProfile({ terminal, options })
    return authorizedCurl(terminal, profile, curlArguments(profile.api, rest))
  },
})
