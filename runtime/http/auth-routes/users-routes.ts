/** The handlers of the built-in users, for generated routes: in the place of those of other collections. */
export { createUser } from './users/create-user.js';
export { deleteUser } from './users/delete-user.js';
export { listUsers, queryUsers, readUser } from './users/read-users.js';
export { updateUser } from './users/update-user.js';
