"""The ground floor: what every app may use. Nothing here imports a package of ours."""
