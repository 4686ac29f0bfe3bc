import type { Headline } from '#client/resources/applications/deployments.ts'

/** The headline in one line, with its place as terminals open it. */
export function headlineText({ file, line, column, sentence }: Headline): string {
  const place = [file, line, column].filter((part) => part !== null).join(':')
  return place === '' ? sentence : `${place}: ${sentence}`
}
