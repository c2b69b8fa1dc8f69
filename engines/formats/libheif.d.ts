// The part of libheif-js used here; the package has no types for its bundle. The functions are those of libheif's C interface: a struct is returned to
// an address passed first, and objects are addresses.
declare module 'libheif-js/libheif-wasm/libheif-bundle.js' {
  export interface HeifModule {
    readonly ready: Promise<unknown>;
    readonly HEAPU8: Uint8Array;
    _malloc(bytes: number): number;
    _heif_context_alloc(): number;
    _heif_context_read_from_memory(error: number, context: number, bytes: number, length: number, options: 0): void;
    _heif_context_get_primary_image_handle(error: number, context: number, handle: number): void;
    _heif_image_handle_has_alpha_channel(handle: number): number;
    _heif_image_handle_get_luma_bits_per_pixel(handle: number): number;
    _heif_image_handle_get_width(handle: number): number;
    _heif_image_handle_get_height(handle: number): number;
    _heif_decode_image(error: number, handle: number, image: number, colours: number, chroma: number, options: 0): void;
    _heif_image_handle_decode_image_tile(
      error: number,
      handle: number,
      image: number,
      colours: number,
      chroma: number,
      options: 0,
      column: number,
      row: number,
    ): void;
    _heif_image_get_nclx_color_profile(error: number, image: number, profile: number): void;
    _heif_image_get_bits_per_pixel_range(image: number, channel: number): number;
    _heif_image_get_width(image: number, channel: number): number;
    _heif_image_get_height(image: number, channel: number): number;
    _heif_image_get_plane_readonly2(image: number, channel: number, stride: number): number;
    _heif_image_release(image: number): void;
  }
  /** Compiles the module again: an instance with its own memory. */
  export default function createHeif(): HeifModule;
}
