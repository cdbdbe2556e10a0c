"""Settings that come with the project; installed as `glory_env.configs`."""
