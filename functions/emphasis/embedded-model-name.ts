/** The name and version of the embedded model. Every change of its rankings gets a new version. */
export const embeddedModelName = 'amplify-salience/1.3.0';
