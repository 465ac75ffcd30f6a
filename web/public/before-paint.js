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

// Where the code of the start does not load, nothing of the console can say so: this page does, in the three languages.
(() => {
  const TEXTS = {
    uz: ["Konsol yuklanmadi", "Aloqa uzilgan yoki konsol yangilangan bo'lishi mumkin.", "Qayta yuklash"],
    ru: ["Консоль не загрузилась", "Возможно, прервалась связь или консоль обновилась.", "Перезагрузить"],
    en: ["The console did not load", "The connection was lost, or the console was updated.", "Reload"],
  };
  const CHUNK = /dynamically imported module|importing a module script failed|unable to preload css/i;

  function show() {
    const place = document.getElementById("root");
    if (!place || place.childElementCount > 0) return;
    const [title, text, reload] = TEXTS[document.documentElement.lang] || TEXTS.uz;
    const page = document.createElement("main");
    page.setAttribute("role", "alert");
    page.style.cssText = "display:grid;min-height:100vh;place-content:center;gap:8px;padding:24px;text-align:center";
    page.style.fontFamily = "system-ui, sans-serif";
    const heading = document.createElement("h1");
    heading.style.fontSize = "18px";
    heading.textContent = title;
    const words = document.createElement("p");
    words.textContent = text;
    const button = document.createElement("button");
    button.type = "button";
    button.style.cssText = "justify-self:center;min-height:44px;padding:0 16px;font:inherit;cursor:pointer";
    button.textContent = reload;
    button.addEventListener("click", () => location.reload());
    page.append(heading, words, button);
    place.append(page);
  }

  const whenParsed = () =>
    document.readyState === "loading" ? document.addEventListener("DOMContentLoaded", show, { once: true }) : show();

  // A script that can't be fetched fires at its element, which only the capturing phase sees.
  addEventListener(
    "error",
    (event) => {
      if (event.target instanceof HTMLScriptElement && event.target.type === "module") whenParsed();
    },
    true,
  );
  addEventListener("unhandledrejection", (event) => {
    if (CHUNK.test(event.reason?.message ?? "")) whenParsed();
  });
})();
