// Theme and language must stand on <html> before the first paint, else a dark screen flashes white.
(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  let theme = "system";
  let language = "uz";
  try {
    theme = JSON.parse(localStorage.getItem("markaz.device.theme")) || theme;
    language = JSON.parse(localStorage.getItem("markaz.device.language")) || language;
  } catch {
    // Storage that can't be read means the defaults.
  }
  root.dataset.theme = theme === "dark" || (theme === "system" && dark) ? "dark" : "light";
  root.lang = language;
})();
