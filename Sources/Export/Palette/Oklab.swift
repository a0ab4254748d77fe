internal import Glibc

/// Colours as places in Oklab (B. Ottosson, 2020), in which distances are about as large as they look.
enum Oklab {
    /// The place of a colour of a screen (sRGB, components from 0 to 255).
    static func place(of screen: SIMD3<Float>) -> SIMD3<Float> {
        let light = SIMD3(linear(screen.x / 255), linear(screen.y / 255), linear(screen.z / 255))
        let long = cbrtf((light * SIMD3(0.4122214708, 0.5363325363, 0.0514459929)).sum())
        let middle = cbrtf((light * SIMD3(0.2119034982, 0.6806995451, 0.1073969566)).sum())
        let short = cbrtf((light * SIMD3(0.0883024619, 0.2817188376, 0.6299787005)).sum())
        let cones = SIMD3(long, middle, short)
        return SIMD3(
            (cones * SIMD3(0.2104542553, 0.7936177850, -0.0040720468)).sum(),
            (cones * SIMD3(1.9779984951, -2.4285922050, 0.4505937099)).sum(),
            (cones * SIMD3(0.0259040371, 0.7827717662, -0.8086757660)).sum()
        )
    }

    /// The colour of a screen at a place; what no screen shows becomes the nearest component that it has.
    static func screen(of place: SIMD3<Float>) -> SIMD3<Float> {
        let long = (place * SIMD3(1, 0.3963377774, 0.2158037573)).sum()
        let middle = (place * SIMD3(1, -0.1055613458, -0.0638541728)).sum()
        let short = (place * SIMD3(1, -0.0894841775, -1.2914855480)).sum()
        let cones = SIMD3(long * long * long, middle * middle * middle, short * short * short)
        let light = SIMD3(
            (cones * SIMD3(4.0767416621, -3.3077115913, 0.2309699292)).sum(),
            (cones * SIMD3(-1.2684380046, 2.6097574011, -0.3413193965)).sum(),
            (cones * SIMD3(-0.0041960863, -0.7034186147, 1.7076147010)).sum()
        )
        return 255 * SIMD3(curved(light.x), curved(light.y), curved(light.z))
    }

    private static func linear(_ value: Float) -> Float {
        value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
    }

    private static func curved(_ value: Float) -> Float {
        let value = min(max(value, 0), 1)
        return value <= 0.0031308 ? value * 12.92 : 1.055 * powf(value, 1 / 2.4) - 0.055
    }
}
