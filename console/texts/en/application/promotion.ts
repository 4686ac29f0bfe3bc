/** Texts of a promotion, which deploys a release in another application. */
export const promotionTexts = {
  action: 'Promote',
  title: (name: string) => `Promote ${name}`,
  text: 'Its live release is deployed in another application as it is, without a build, with the variables of that one. Visitors there stay with the version that is live until the new one answers.',
  to: 'To',
  choose: 'Choose an application',
  none: 'There is no other application of this type to promote to.',
  release: 'Release',
  releaseFact: (number: number, commit: string) => `${number}, commit ${commit.slice(0, 8)}`,
  live: 'Live there now',
  nothingLive: 'nothing yet',
  baked: (names: readonly string[]) =>
    `The build has put ${names.join(', ')} into the files, with other values than the target has.`,
  keep: 'Promote with the values of the build',
  readable: (names: readonly string[]) =>
    `The build could read ${names.join(', ')}, which the target has with other values.`,
  remember: 'Propose this target the next time',
  confirm: 'Promote',
  done: (name: string) => `The promotion to ${name} is queued.`,
}
