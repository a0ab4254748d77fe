internal import CZimg
internal import Glibc

/// Owns a graph of zimg's filters and the memory that they need.
///
/// `@unchecked Sendable`: noncopyable, so one thread at a time uses it.
@safe
struct ScalingGraph: ~Copyable, @unchecked Sendable {
    /// Where the samples of a plane lie.
    @safe
    struct Plane {
        let address: UnsafeMutableRawPointer
        let stride: Int

        /// - Parameters:
        ///   - address: The first sample, at a multiple of ``alignment``.
        ///   - stride: Bytes from one row to the next, a multiple of ``alignment``.
        init(address: UnsafeMutableRawPointer, stride: Int) {
            unsafe self.address = unsafe address
            self.stride = stride
        }
    }

    /// What addresses and strides are multiples of.
    static let alignment = 32

    private let graph: OpaquePointer
    private let workspace: UnsafeMutableRawPointer

    /// Plans the way from one format to another; `white` is 1 in linear light, in candela a square metre. Depth is reduced by error
    /// diffusion, or else by rounding.
    init(
        from source: zimg_image_format,
        to target: zimg_image_format,
        white: Double,
        diffusesErrors: Bool
    ) throws(ScalingError) {
        var (input, output) = (source, target)
        var parameters = zimg_graph_builder_params()
        unsafe zimg_graph_builder_params_default(&parameters, oc_zimg_api_version)
        parameters.resample_filter = ZIMG_RESIZE_LANCZOS
        parameters.filter_param_a = 3
        parameters.resample_filter_uv = ZIMG_RESIZE_LANCZOS
        parameters.filter_param_a_uv = 3
        parameters.dither_type = diffusesErrors ? ZIMG_DITHER_ERROR_DIFFUSION : ZIMG_DITHER_NONE
        parameters.nominal_peak_luminance = white
        guard let graph = unsafe zimg_filter_graph_build(&input, &output, &parameters) else {
            throw ScalingError.last()
        }
        var size = 0
        // Error diffusion reads a word behind what it says that it needs (zimg 3.0, AVX2), and makes nothing of it.
        guard unsafe zimg_filter_graph_get_tmp_size(graph, &size) == ZIMG_ERROR_SUCCESS,
            let workspace = unsafe aligned_alloc(64, (size / 64 + 2) * 64)
        else {
            unsafe zimg_filter_graph_free(graph)
            throw ScalingError(reason: "there is no memory for it")
        }
        unsafe self.workspace = workspace
        unsafe self.graph = unsafe graph
    }

    deinit {
        unsafe free(workspace)
        unsafe zimg_filter_graph_free(graph)
    }

    /// Scales one image. Planes are in the order red, green, blue, or luma and both of chroma; grey has but one.
    func process(_ source: [Plane], into target: [Plane]) throws(ScalingError) {
        let count = max(source.count, target.count)
        func filled<Value>(_ values: [Value], _ none: Value) -> [Value] {
            values + Array(repeating: none, count: count - values.count)
        }
        let sources = unsafe filled(source.map { unsafe UnsafeRawPointer($0.address) as UnsafeRawPointer? }, nil)
        let targets = unsafe filled(target.map { unsafe $0.address as UnsafeMutableRawPointer? }, nil)
        let code = unsafe oc_zimg_process(
            graph,
            Int32(count),
            sources,
            filled(source.map(\.stride), 0),
            targets,
            filled(target.map(\.stride), 0),
            workspace
        )
        guard code == ZIMG_ERROR_SUCCESS else { throw ScalingError.last() }
    }
}
