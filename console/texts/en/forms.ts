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
  picture: 'Picture',
  choosePicture: 'Choose a picture',
  changePicture: 'Change the picture',
  removePicture: 'Remove the picture',
  pictureHint: 'A PNG, JPEG, GIF or WebP file of at most 1 MB.',
  pictureLarge: 'The file is larger than 1 MB.',
  pictureSaved: 'The picture was saved.',
  pictureRemoved: 'The picture was removed.',
}
