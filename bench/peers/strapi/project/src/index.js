const actions = ['post', 'author'].flatMap((name) =>
  ['find', 'findOne', 'create', 'update'].map((action) => `api::${name}.${name}.${action}`),
);

module.exports = {
  /** On the first start: the user, and what its role may do. */
  async bootstrap({ strapi }) {
    if (process.env.BENCH_PREPARE !== '1') return;
    const role = await strapi.db
      .query('plugin::users-permissions.role')
      .findOne({ where: { type: 'authenticated' } });
    for (const action of actions) {
      await strapi.db
        .query('plugin::users-permissions.permission')
        .create({ data: { action, role: role.id } });
    }
    await strapi.plugin('users-permissions').service('user').add({
      username: 'bench',
      email: process.env.BENCH_EMAIL,
      password: process.env.BENCH_PASSWORD,
      provider: 'local',
      confirmed: true,
      blocked: false,
      role: role.id,
    });
  },
};
