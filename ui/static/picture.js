// A graph as a picture: the SVG that the command writes, drawn at twice its size
// with the fonts of this system. What is in it is in the picture, and nothing else.
(() => {
  "use strict";
  const SCALE = 2;

  heldbytes.downloadPicture = async (name, svg) => {
    const url = URL.createObjectURL(new Blob([svg], {type: "image/svg+xml"}));
    try {
      const image = new Image();
      image.src = url;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.naturalWidth * SCALE;
      canvas.height = image.naturalHeight * SCALE;
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      const picture = await new Promise((done) => canvas.toBlob(done, "image/png"));
      if (!picture) throw new Error("no picture was made");
      heldbytes.download(name, "image/png", picture);
    } catch {
      heldbytes.setStatus(heldbytes.t("This browser could not draw the graph as a PNG; the SVG has the same graph."), false);
    } finally {
      URL.revokeObjectURL(url);
    }
  };
})();
