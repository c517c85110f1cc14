/**
 * Whose token is made when there is nobody to make it for. A call for an unknown address does what one for a known address does, so
 * that the clock does not tell them apart (auth.md, section 6). No user has this id, and the token is given to nobody.
 */
export const decoySubject = 'nobody';
