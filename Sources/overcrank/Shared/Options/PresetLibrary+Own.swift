internal import Glibc
internal import Presets

extension PresetLibrary {
    /// The presets of this very command and its user.
    static var own: PresetLibrary {
        PresetLibrary(
            executable: executable,
            configurationHome: variable("XDG_CONFIG_HOME"),
            home: variable("HOME")
        )
    }

    /// The command's own path, without links; empty where the system does not tell.
    private static var executable: String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &bytes, Int(PATH_MAX))
        return String(decoding: bytes.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
