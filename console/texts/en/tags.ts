/** Texts about tags of applications and add-ons. */
export const tagTexts = {
  tags: 'Tags',
  none: 'no tags',
  newTag: 'New tag',
  add: 'Add the tag',
  remove: (tag: string) => `Remove the tag ${tag}`,
  filter: 'With the tag',
}
