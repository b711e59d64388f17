/** The name and version of the embedded model: a new version for new weights. */
export const embeddedModelName = 'amplify-salience/1.1.0';
