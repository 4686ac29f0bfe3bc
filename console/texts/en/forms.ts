/** Texts of fields that several pages have. */
export const formTexts = {
  address: 'Street and number',
  zipcode: 'Postal code',
  city: 'City',
  country: 'Country',
  noCountry: 'Not given',
  password: 'Your password',
  save: 'Save changes',
  saved: 'Saved.',
  chooseFile: 'Choose a file',
  picture: 'Picture',
  choosePicture: 'Choose a picture',
  changePicture: 'Change the picture',
  removePicture: 'Remove the picture',
  pictureHint: 'A PNG, JPEG, GIF or WebP file of at most 1 MB.',
  pictureLarge: 'The file is larger than 1 MB.',
  pictureSaved: 'The picture was saved.',
  pictureRemoved: 'The picture was removed.',
}

/** Asked before something that was typed would be lost. */
export const draftTexts = {
  leaveTitle: 'Leave without saving?',
  leaveHelp: 'What you have typed on this page is not saved yet. If you leave, it is lost.',
  leave: 'Leave and discard it',
  stay: 'Stay here',
  closeTitle: 'Discard what you have typed?',
  closeHelp: 'It is not saved yet. If you close this, it is lost.',
  discard: 'Discard it',
  goOn: 'Keep typing',
}
